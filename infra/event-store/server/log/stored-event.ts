/** An event as it stands in the log. */
export interface StoredEvent {
  /** Place in the log of everything, from 1, without gaps. */
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  readonly createdMs: number;
  /** Text where the bytes are UTF-8 without NUL, else the bytes. */
  readonly data: string | Buffer;
  readonly metadata: string | Buffer;
}

/** An event on its way in. */
export type NewEvent = Pick<StoredEvent, 'id' | 'type' | 'isJson' | 'data' | 'metadata'>;

const RECORD_BYTES = 250;

/** Roughly what the event takes in memory: a string of ASCII takes a byte per character. */
export const memoryBytes = (event: StoredEvent): number => RECORD_BYTES + event.data.length + event.metadata.length;
