// Loaded into a process of the world (`--import`): ends it when its parent ends.
process.on('disconnect', () => process.exit(70));
process.channel?.unref();
