/** A page with a coin, in colours that hold in both themes. */
export const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f62c9"/><path d="M7 12h18M7 16h11M7 20h14" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/><circle cx="24" cy="21" r="5" fill="#5fd693" stroke="#1f62c9" stroke-width="2"/></svg>`;

export const favicon = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
