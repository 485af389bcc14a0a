export default {
  gateway: {
    input: process.env.CONTRACT,
    output: { target: 'out/api.ts', client: 'fetch', baseUrl: { getBaseUrlFromSpecification: true } },
  },
};
