/** Adds or takes away decimal strings exactly: amounts never go through floating point. */
export function addDecimals(a: string, b: string, sign: 1 | -1 = 1): string {
  const places = Math.max(placesOf(a), placesOf(b));
  const sum = units(a, places) + BigInt(sign) * units(b, places);
  const digits = (sum < 0n ? -sum : sum).toString().padStart(places + 1, '0');
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return sum < 0n ? `-${text}` : text;
}

const placesOf = (n: string) => n.split('.')[1]?.length ?? 0;

function units(n: string, places: number): bigint {
  const [whole = '0', fraction = ''] = n.split('.');
  return BigInt(whole + fraction.padEnd(places, '0'));
}
