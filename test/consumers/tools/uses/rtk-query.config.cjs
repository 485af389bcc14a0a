module.exports = {
  schemaFile: process.env.CONTRACT,
  apiFile: './rtk-query-empty-api.ts',
  apiImport: 'emptyApi',
  outputFile: './out/api.ts',
  exportName: 'api',
};
