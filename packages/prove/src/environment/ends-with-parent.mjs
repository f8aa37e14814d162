// Loaded into a process of the environment (`--import`): ends it when its parent ends.
process.on('disconnect', () => process.exit(70));
process.channel?.unref();
