import { type CommandContext, systemContext } from '../../../commands/handling/context';
import type { Ids } from '../../../commands/ports/ids';

/** A command with a new id. */
export const asked = ({ ids }: { readonly ids: Ids }): CommandContext => systemContext('test', ids.uuid(), 'test');
