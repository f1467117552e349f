// Loaded into the service before its own program, for the soak only. Reports on request the memory, sockets and timers of the process.
const { setImmediate: turn } = require('node:timers/promises');

process.on('message', async () => {
  globalThis.gc();
  await turn(); // Freed objects may release others.
  globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo();
  const count = (name) => resources.filter((resource) => resource === name).length;
  process.send({ heapUsed, external, rss, sockets: count('TCPSocketWrap'), timers: count('Timeout') });
});
// The channel must not keep the service alive.
process.channel.unref();
