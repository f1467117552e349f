// Loaded into the service before its own program, for the soak only: tells on request what the process holds on to.
const { setImmediate: turn } = require('node:timers/promises');

process.on('message', async () => {
  globalThis.gc();
  await turn(); // What is freed may let go of more.
  globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo();
  const count = (name) => resources.filter((resource) => resource === name).length;
  process.send({ heapUsed, external, rss, sockets: count('TCPSocketWrap'), timers: count('Timeout') });
});
// The service ends when it is told to, whether or not somebody may still ask.
process.channel.unref();
