// Ends `npm start` and `npm test` with one sentence if Node is too old. Old versions run this file, so it uses no recent syntax.
const wanted = require('../package.json').engines.node.replace('>=', '');
const [major = 0, minor = 0] = wanted.split('.').map(Number);
const [actualMajor = 0, actualMinor = 0] = process.versions.node.split('.').map(Number);
if (actualMajor < major || (actualMajor === major && actualMinor < minor)) {
  console.error(
    `This package needs Node ${wanted} or newer, and this is Node ${process.versions.node}: see nodejs.org.`,
  );
  process.exit(1);
}
