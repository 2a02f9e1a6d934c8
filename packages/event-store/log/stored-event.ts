export interface StoredEvent {
  /** Place in the whole log, from 1, without gaps. */
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  readonly createdMs: number;
  /** Text for UTF-8 without NUL, else bytes. */
  readonly data: string | Buffer;
  readonly metadata: string | Buffer;
}

export type NewEvent = Pick<StoredEvent, 'id' | 'type' | 'isJson' | 'data' | 'metadata'>;

/** Bytes of a stored event in addition to its content. */
export const RECORD_BYTES = 250;
