import { type CommandContext, systemContext } from '../../../commands/handling/context';
import type { Ids } from '../../../commands/ports/ids';

/** A command that nobody has given before. */
export const asked = ({ ids }: { readonly ids: Ids }): CommandContext => systemContext('test', ids.uuid(), 'test');
