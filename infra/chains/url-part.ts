/** A part of an URL without its escapes; as it is when it holds a percent sign that escapes nothing. */
export const unescaped = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
