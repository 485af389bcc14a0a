export default {
  input: process.env.CONTRACT,
  output: 'out',
  logs: { file: false },
  plugins: ['@hey-api/typescript', { name: 'zod', compatibilityVersion: 3 }],
};
