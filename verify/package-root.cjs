exports.packageFolder = __dirname;
