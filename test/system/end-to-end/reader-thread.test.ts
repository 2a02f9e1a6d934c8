import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { projectRoot } from '../../../infra/project-root';
import { optionsFor } from '../../integration/infra/chains/evm/scenario';

/** Opens the EVM's reader as the compiled service does; its URL has no listener. */
const PROGRAM = `
  const { openReaderThread } = require(${JSON.stringify(path.join(projectRoot(), 'dist/infra/chains/thread/reader-thread.js'))});
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  const readers = openReaderThread({ logger });
  const options = JSON.parse(process.argv[1]);
  (async () => {
    const reader = await readers.createChainReader({ ...options, logger });
    const { workers } = process.report.getReport();
    console.log(JSON.stringify({ network: reader.network, threads: workers.length }));
    const wrong = { ...options, network: { ...options.network, chainId: null }, logger };
    console.log(await readers.createChainReader(wrong).catch((error) => error.message));
    await readers.close();
  })();
`;

test('the compiled service parses answers of chains in a thread of its own', () => {
  const { logger: _logger, ...options } = optionsFor({ url: 'http://127.0.0.1:1', chainId: 31_337 });
  const said = execFileSync(process.execPath, ['-e', PROGRAM, JSON.stringify(options)], { encoding: 'utf8' });
  const [opened = '', refused] = said.split('\n');
  expect(JSON.parse(opened)).toMatchObject({ network: 'local', threads: 1 });
  expect(refused).toBe('local has no chain id');
});
