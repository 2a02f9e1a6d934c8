import { InvalidArgumentError } from 'commander';

const digitsOf = (text: string, digits: number, what: string): string => {
  if (!/^[1-9]\d*$/.test(text) || text.length > digits)
    throw new InvalidArgumentError(`The value is not a valid ${what}.`);
  return text;
};

export const assetOf = (text: string): number => Number.parseInt(digitsOf(text, 9, 'id of an asset'), 10);
export const dueOf = (text: string): number => Number.parseInt(digitsOf(text, 4, 'number of what is due'), 10);
export const baseUnitsOf = (text: string): string => digitsOf(text, 78, 'number of base units');
export const centsOf = (text: string): string => digitsOf(text, 16, 'number of cents');
