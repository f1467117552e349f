'use strict';

// Preloaded into a process, writes the files that it has loaded as modules, as JSON, when it ends.
process.once('exit', () => process.stdout.write(JSON.stringify(Object.keys(require.cache))));
