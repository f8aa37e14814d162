import { runCommand } from './commands/run-command.ts';
import { command } from './commands/serve.ts';

// The command `serve` alone, without the table of commands.
void runCommand('serve', command, process.argv.slice(2));
