import { Pool, type PoolClient } from 'pg';

type OnConnected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** pg-pool's: all connections are in use. A server that does not answer has another message. */
const IS_BUSY = /^timeout exceeded when trying to connect$/;

const TRIES = 3;

/** Waits three times as long for a busy connection as for a silent server: a burst of requests is no outage. */
export class PatientPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(onConnected: OnConnected): void;
  // biome-ignore lint/suspicious/noConfusingVoidType: pg declares both.
  override connect(onConnected?: OnConnected): Promise<PoolClient> | void {
    if (onConnected !== undefined) {
      this.tryToConnect(TRIES, onConnected);
      return;
    }
    return new Promise((resolve, reject) => {
      this.tryToConnect(TRIES, (error, client) => {
        if (client === undefined) reject(error ?? new Error('The pool has returned neither a client nor an error'));
        else resolve(client);
      });
    });
  }

  private tryToConnect(tries: number, onConnected: OnConnected): void {
    super.connect((error, client, done) => {
      if (error !== undefined && tries > 1 && IS_BUSY.test(error.message)) this.tryToConnect(tries - 1, onConnected);
      else onConnected(error, client, done);
    });
  }
}
