export interface ConsoleSession {
  /** Hex SHA-256 of the token, which only the browser has. */
  readonly tokenHash: string;
  readonly operatorName: string;
  /** When the operator's key was issued: another key under the name is not this person's session. */
  readonly operatorSince: string;
  readonly startedAt: string;
  readonly usedAt: string;
  readonly address: string;
  readonly browser: string;
}

export interface ConsoleSessions {
  readonly add: (session: ConsoleSession) => Promise<void>;
  readonly find: (tokenHash: string) => Promise<ConsoleSession | null>;
  /** The last used first; of one operator (null: of every one). */
  readonly list: (operatorName: string | null) => Promise<readonly ConsoleSession[]>;
  readonly use: (tokenHash: string, usedAt: string) => Promise<void>;
  /** True for exactly one caller. */
  readonly remove: (tokenHash: string) => Promise<boolean>;
}
