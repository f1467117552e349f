'use strict';
// Every script imports this first. It ends with one clear message if Node is too old, so it uses only old syntax and imports
// nothing.

/** The message for a version of Node that is too old; null otherwise. These versions can `require` ES modules. */
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
