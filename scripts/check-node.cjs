// Ends the program on a Node that package.json does not name, before anything is loaded that such a Node cannot load.
// This file must run on every Node since version 6: no newer syntax here.
'use strict';

/** [major, minor, patch] of `20.19`, `v20.19.1` or `20`. */
function numbersOf(text) {
  return text
    .replace(/^[v^>=\s]+/, '')
    .split('.')
    .concat('0', '0')
    .slice(0, 3)
    .map((part) => parseInt(part, 10));
}

function isAtLeast(version, least) {
  for (let place = 0; place < 3; place += 1) {
    if (version[place] !== least[place]) return version[place] > least[place];
  }
  return true;
}

/** `>=20.19`, `^22.12`, `24`, or several of them with `||` between. */
function isSupported(version, range) {
  const given = numbersOf(version);
  return range.split('||').some((alternative) => {
    const least = numbersOf(alternative.trim());
    const isOpen = /^\s*>=/.test(alternative);
    return isAtLeast(given, least) && (isOpen || given[0] === least[0]);
  });
}

module.exports = { isSupported: isSupported };

const range = require('../package.json').engines.node;
if (!isSupported(process.version, range)) {
  process.stderr.write(
    'lastro needs Node ' +
      range +
      ', and this is ' +
      process.version +
      ' (' +
      process.execPath +
      ').\n' +
      'Install a newer one from https://nodejs.org, or choose it with your version manager, and run `npm ci` again.\n',
  );
  process.exit(1);
}
