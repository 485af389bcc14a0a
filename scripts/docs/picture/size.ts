/** The size, in pixels, that sites expect of the picture of a shared link. */
export const PICTURE = { width: 1200, height: 630 };
