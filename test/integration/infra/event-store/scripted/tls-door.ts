import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { createIdentity, type Identity } from '../../../../../packages/event-store/server/certificate';
import type { ScriptedNode } from '../../../../infra/event-store/scripted/node';

/** A door with TLS before a scripted node, which has none. */
export interface TlsDoor {
  readonly identity: Identity;
  /** With the door's own authority, unless another file is given. */
  readonly url: (credentials: string, authorityFile?: string) => string;
  readonly authorityFile: string;
  readonly close: () => Promise<void>;
}

export const writeAuthority = (folder: string, { certificate }: Identity): string => {
  const file = path.join(folder, 'authority.pem');
  fs.writeFileSync(file, certificate);
  return file;
};

export const openTlsDoor = async (node: ScriptedNode, identity = createIdentity()): Promise<TlsDoor> => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lastro-tls-door-'));
  const own = writeAuthority(folder, identity);
  const { certificate: cert, privateKey: key } = identity;
  const server = tls.createServer({ cert, key, ALPNProtocols: ['h2'] }, (inside) => {
    const outside = net.connect(node.port, node.address);
    for (const [from, to] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      from.on('error', () => to.destroy());
      from.pipe(to);
    }
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  return {
    identity,
    authorityFile: own,
    url: (credentials, authorityFile = own) =>
      `esdb://${credentials}127.0.0.1:${port}?tls=true&tlsCAFile=${encodeURIComponent(authorityFile)}`,
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
      fs.rmSync(folder, { recursive: true });
    },
  };
};
