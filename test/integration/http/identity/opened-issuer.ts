import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export interface IssuerState {
  /** Claims of the person who signs in. */
  readonly account: { readonly sub: string; readonly email?: string; readonly email_verified?: unknown };
  /** In the ID token. */
  readonly changes?: object;
  /** Signs the ID token by another key. */
  readonly isForged?: boolean;
  /** Names the address in the answer about the user alone. */
  readonly isEmailApart?: boolean;
  readonly isDown?: boolean;
}

export interface Issuer {
  readonly url: string;
  readonly become: (state: IssuerState) => Promise<void>;
  /** Signs in at the provider as a browser does; the address of the way back. */
  readonly visit: (url: string) => Promise<URL>;
  readonly stop: () => Promise<void>;
}

/** The words of a client: its id, its secret, its redirect URL, and its method at the token endpoint. */
export const openIssuer = async (...words: readonly string[]): Promise<Issuer> => {
  const child = spawn(process.execPath, [path.join(__dirname, 'issuer.mjs'), ...words], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const url = line.toString().trim();
  return {
    url,
    become: async (state) => {
      await fetch(`${url}/state`, { method: 'POST', body: JSON.stringify(state) });
    },
    visit: (address) => follow(new URL(address), url),
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
};

/** Until a redirect leaves the issuer. */
const follow = async (start: URL, issuer: string): Promise<URL> => {
  const cookies = new Map<string, string>();
  let address = start;
  while (address.origin === issuer) {
    const cookie = [...cookies.values()].join('; ');
    const { headers, status } = await fetch(address, { redirect: 'manual', headers: { cookie } });
    for (const each of headers.getSetCookie()) cookies.set(each.split('=', 1)[0] ?? '', each.split(';', 1)[0] ?? '');
    const location = headers.get('location');
    if (location === null) throw new Error(`the issuer answers ${status} at ${address.pathname}`);
    address = new URL(location, address);
  }
  return address;
};
