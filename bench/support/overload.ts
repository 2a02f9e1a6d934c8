import type { Bench } from '../figures';

/** With more than one refusal in a hundred requests the measurement is void; a quick run only reports it. */
export const refuseOverload = ({ scale, say }: Bench, refused: number, sent: number): void => {
  if (refused === 0) return;
  const message = `${refused} of ${sent} requests were refused with 503`;
  if (!scale.isTrial && refused * 100 > sent) throw new Error(`${message}: is the machine busy with something else?`);
  say(`  ${message}`);
};
