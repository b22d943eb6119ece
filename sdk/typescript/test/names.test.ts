// Holds the names that the package exports to what its users see of them: in
// an editor, in an error of the compiler, beside the names of the platform.
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';

const path = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

// A program of a user with three faults.
const user = path('test/user.ts');
const userText = `
  import type { SendMessageRequest } from '@service/sdk';
  export const noText: SendMessageRequest = { to: '+15551234567', type: 'text' };
  export const wrongText: SendMessageRequest = { to: '+15551234567', type: 'text', text: { body: 1 } };
  export const noTemplate: SendMessageRequest = { userId: 'US.1', type: 'template' };
`;

describe('exported names', () => {
  let checker: ts.TypeChecker;
  let exported: ts.Symbol[];
  let program: ts.Program;

  beforeAll(() => {
    const { config } = ts.readConfigFile(path('tsconfig.json'), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, path('.'));
    const host = ts.createCompilerHost(options);
    const read = host.getSourceFile.bind(host);
    host.getSourceFile = (file, ...rest) =>
      file === user ? ts.createSourceFile(file, userText, ts.ScriptTarget.ES2022) : read(file, ...rest);
    options.paths = { '@service/sdk': [path('src/index.ts')] };
    program = ts.createProgram([path('src/index.ts'), user], options, host);
    checker = program.getTypeChecker();
    const index = program.getSourceFile(path('src/index.ts'))!;
    exported = checker.getExportsOfModule(checker.getSymbolAtLocation(index)!).map(resolved);
  }, 60_000);

  const resolved = (symbol: ts.Symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const isAlias = (symbol: ts.Symbol) => Boolean(symbol.flags & ts.SymbolFlags.TypeAlias);

  test('shadow nothing of the platform', () => {
    const platform = program.getSourceFiles().filter((file) => program.isSourceFileDefaultLibrary(file));
    const globals = new Set(
      checker
        .getSymbolsInScope(platform[0]!, ts.SymbolFlags.Type | ts.SymbolFlags.Value)
        .filter((symbol) => symbol.declarations?.some((d) => platform.includes(d.getSourceFile())))
        .map((symbol) => symbol.name),
    );
    expect(globals).toContain('Location');
    expect(exported.map((symbol) => symbol.name).filter((name) => globals.has(name))).toEqual([]);
  });

  test('of the parameters of a call begin with what it does', () => {
    const params = exported.map((symbol) => symbol.name).filter((name) => name.endsWith('Params'));
    expect(params.length).toBeGreaterThan(8);
    expect(params.filter((name) => !/^(List|Get|Search|Stream|Export|Delete)([A-Z]\w*)?Params$/.test(name))).toEqual([]);
  });

  test('show no helpers when a type is looked at', () => {
    const shown = exported.filter(isAlias).map((symbol) => {
      const type = checker.getDeclaredTypeOfSymbol(symbol);
      const flags = ts.TypeFormatFlags.InTypeAlias | ts.TypeFormatFlags.NoTruncation;
      return `${symbol.name} = ${checker.typeToString(type, undefined, flags)}`;
    });
    expect(shown).toContain('Recipient = PhoneRecipient | UserRecipient | ConversationRecipient');
    expect(shown.filter((text) => /\b(Pick|Omit|Required|Partial|Optional|With[A-Z]\w*)</.test(text))).toEqual([]);
  }, 60_000);

  test('are what an error of the compiler speaks of', () => {
    const faults = program
      .getSemanticDiagnostics(program.getSourceFile(user))
      .map((d) => ts.flattenDiagnosticMessageText(d.messageText, ' '));
    expect(faults).toHaveLength(3);
    expect(faults[0]).toMatch(/'text' is missing .* 'TextMessage'/);
    expect(faults[1]).toMatch(/'number' is not assignable to type 'string'/);
    expect(faults[2]).toMatch(/'templateName' is missing .* 'TemplateMessage'/);
    for (const fault of faults) expect(fault).not.toMatch(/\b(Pick|Omit|Required|WithoutRecipient)</);
  }, 60_000);
});
