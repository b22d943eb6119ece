/** A logger; `console` is one. */
export interface Logger {
  error(message: string, details?: unknown): void;
  warn(message: string, details?: unknown): void;
  info(message: string, details?: unknown): void;
  debug(message: string, details?: unknown): void;
}

const levels = ['off', 'error', 'warn', 'info', 'debug'] as const;

/** The log levels. Retries are logged at `info`, every call at `debug`; keys and bodies never. */
export type LogLevel = (typeof levels)[number];

/** Passes on to a logger what its level allows. */
export function tell(
  { logger, logLevel }: { logger?: Logger | undefined; logLevel: LogLevel },
  level: Exclude<LogLevel, 'off'>,
  message: string,
  details: object,
): void {
  if (logger && levels.indexOf(level) <= levels.indexOf(logLevel)) logger[level](message, details);
}
