/** A text that would run code, turn the direction of writing, or burst a page, if a page took it as more than a text. */
export const HOSTILE = `<img src=x onerror=alert(1)><script>alert(2)</script>\u202e\u0000"';--${'w'.repeat(10_000)}`;
