import { streamFault } from '../../aggregates/stream-fault';
import { isObject, type RawRecord } from './judging';

/** Bytes, and text that is no JSON, would be written as something else. */
export const mustBeCopyable = ({ stream, revision, data, metadata }: RawRecord): void => {
  if (isObject(data) && isObject(metadata)) return;
  throw streamFault(stream, 'UNREADABLE', `revision ${revision} cannot be decoded, so it cannot be copied`);
};
