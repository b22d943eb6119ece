const browsers: [RegExp, string][] = [[/Edg\//, 'Edge'], [/OPR\//, 'Opera'], [/Firefox\//, 'Firefox'], [/SamsungBrowser\//, 'Samsung Internet'], [/Chrom(?:e|ium)\//, 'Chrome'], [/Safari\//, 'Safari']];
const systems: [RegExp, string][] = [[/Android/, 'Android'], [/iPhone/, 'iPhone'], [/iPad/, 'iPad'], [/Windows/, 'Windows'], [/Mac OS X/, 'macOS'], [/CrOS/, 'ChromeOS'], [/Linux/, 'Linux']];

const nameIn = (text: string, names: [RegExp, string][]) => names.find(([sign]) => sign.test(text))?.[1];

/** What people call a browser and its system, by what it says of itself: "Firefox, Windows". */
export function deviceOf(userAgent: string): string {
  return [nameIn(userAgent, browsers), nameIn(userAgent, systems)].filter(Boolean).join(', ') || userAgent.slice(0, 60);
}
