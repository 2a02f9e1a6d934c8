// usage: node postgres-watchdog.cjs <cluster's data directory> <directory to remove>
// Stands beside a test's PostgreSQL and waits for the end of its standard input, which the kernel closes when the
// test run ends, however it ends. Then it stops the server, if it still runs, and removes its files.
const fs = require('node:fs');
const path = require('node:path');

const [data, directory] = process.argv.slice(2);
const PATIENCE_MS = 10_000;

function serverPid() {
  try {
    return Number(fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return null;
  }
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended.
  }
}

async function finish() {
  const pid = serverPid();
  if (pid !== null) signal(pid, 'SIGINT');
  for (let waitedMs = 0; serverPid() !== null && waitedMs < PATIENCE_MS; waitedMs += 20) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  if (serverPid() !== null) signal(pid, 'SIGKILL');
  fs.rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

process.stdin.resume();
process.stdin.once('close', finish);
// Ctrl-C goes to the whole terminal; the standard input still ends with the run.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
