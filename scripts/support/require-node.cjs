'use strict';
// Every script imports this first, so that a Node that is too old says so in one line, before anything fails on it. Written for
// any Node: no newer syntax, nothing loaded.

/** What to tell on a version of Node; null where it is new enough. From these versions on, ES modules can be required. */
function refusal(version) {
  var parts = version.split('.').map(Number);
  var major = parts[0];
  var minor = parts[1];
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return null;
  return 'Node ' + (major > 20 ? '22.12' : '20.19') + ' or newer is needed; this is ' + version + '.';
}

exports.refusal = refusal;

var told = refusal(process.versions.node);
if (told !== null) {
  process.stderr.write(told + '\n');
  process.exit(1);
}
