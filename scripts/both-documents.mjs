// Routes and OpenAPI document of the partners' surface and of the operators' door, by tsoa, side by side.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const CONFIGS = ['tsoa.json', 'tsoa.ops.json'];

const generate = async (config) => {
  const words = ['node_modules/tsoa/dist/cli.js', 'spec-and-routes', '-c', config];
  const [code] = await once(spawn(process.execPath, words, { stdio: 'inherit' }), 'exit');
  return code;
};

process.exitCode = Math.max(...(await Promise.all(CONFIGS.map(generate))));
