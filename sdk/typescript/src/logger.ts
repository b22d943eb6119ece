/** Takes what the library tells; `console` fits. */
export interface Logger {
  error(message: string, details?: unknown): void;
  warn(message: string, details?: unknown): void;
  info(message: string, details?: unknown): void;
  debug(message: string, details?: unknown): void;
}

const levels = ['off', 'error', 'warn', 'info', 'debug'] as const;

/** How much is told: repeated calls from `info` on, every call from `debug` on. Never a key or a body. */
export type LogLevel = (typeof levels)[number];

/** Tells a logger what its level lets through. */
export function tell(
  { logger, logLevel }: { logger?: Logger | undefined; logLevel: LogLevel },
  level: Exclude<LogLevel, 'off'>,
  message: string,
  details: object,
): void {
  if (logger && levels.indexOf(level) <= levels.indexOf(logLevel)) logger[level](message, details);
}
