// CommonJS, because the usual transforms of jest turn ES modules into CommonJS, where `import.meta` is a syntax error.
const { dirname } = require('node:path');

exports.packageFolder = __dirname;
exports.contractFolder = dirname(require.resolve('payment-gateway-contract/package.json'));
