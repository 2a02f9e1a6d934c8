const POLYNOMIAL = 0x1021;

const shiftOnce = (register: number): number =>
  (register & 0x8000) === 0 ? (register << 1) & 0xffff : ((register << 1) ^ POLYNOMIAL) & 0xffff;

const takeByte = (register: number, byte: number): number => {
  let shifted = register ^ (byte << 8);
  for (let bit = 0; bit < 8; bit += 1) shifted = shiftOnce(shifted);
  return shifted;
};

/** CRC-16/CCITT-FALSE of ASCII text as four upper-case hex digits (design: rails, section 1.1, field 63). */
export const crc16 = (text: string): string => {
  let register = 0xffff;
  for (let index = 0; index < text.length; index += 1) register = takeByte(register, text.charCodeAt(index) & 0xff);
  return register.toString(16).toUpperCase().padStart(4, '0');
};
