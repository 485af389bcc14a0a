// The only CommonJS file of the package: the usual transforms of jest turn ES modules into CommonJS, where `import.meta` is a syntax error.
exports.packageFolder = __dirname;
