/** The part as it is when a percent sign escapes nothing. */
export const unescaped = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
