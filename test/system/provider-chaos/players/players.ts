import { openPlayer as openApiPix } from './api-pix';
import { openPlayer as openAsaas } from './asaas';
import type { Player } from './player';
import { openPlayer as openReloadly } from './reloadly';
import { openPlayer as openWoovi } from './woovi';

/** By adapter. A new provider is a file and a line here. */
export const PLAYERS = {
  woovi: openWoovi,
  asaas: openAsaas,
  reloadly: openReloadly,
  apipix: openApiPix,
} satisfies Readonly<Record<string, (folder: string) => Promise<Player>>>;

export type PlayerName = keyof typeof PLAYERS;

export const isPlayer = (text: string): text is PlayerName => text in PLAYERS;
