import './supported-node';

import { Command } from 'commander';
import { publicCatalog } from '../../../infra/catalog/public-catalog';
import { publishCatalog } from '../../../infra/catalog/publish-catalog';
import { ensureDataDirectory } from '../../../infra/data-directory';
import { readRunFile } from '../../../infra/run-file';
import { readConfig } from '../../config';
import { publishedChains, readOffer } from '../chains/networks';

/** `npm run catalog`: what `/gateway-config-latest.json` answers, as a file for static hosting. Prints its path. */
const program = new Command('catalog')
  .description('Write the public catalog to gateway-config-latest.json')
  .argument('[folder]', 'the target directory; default: DATA_DIR')
  .action(async (folder?: string) => {
    const config = readConfig(process.env);
    const running = await readRunFile(config.DATA_DIR);
    const { catalog, networks } = readOffer(config, running === null ? [] : publishedChains(running));
    const file = publishCatalog(folder ?? ensureDataDirectory(config.DATA_DIR), publicCatalog(catalog, networks));
    process.stdout.write(`${file}\n`);
  });

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
