// Prints the milliseconds of processor time of a process at its end, the start of Node included.
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  process.stderr.write(`${Math.round((user + system) / 1000)}\n`);
});
