/** The formats that the contract names and a request can get wrong. Others say something to people only. */
export const formats = {
  date: (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)),
  'date-time': (text: string) =>
    /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}/.test(text) && !Number.isNaN(Date.parse(text)),
  email: (text: string) => /^[^\s@]+@[^\s@]+$/.test(text),
  uri: (text: string) => URL.canParse(text),
} as const;
