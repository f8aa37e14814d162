// Loaded into a process of the world (`--import`): it ends when the world does, in whatever way that ends.
process.on('disconnect', () => process.exit(70));
process.channel?.unref();
