/** Starts to measure; what it answers tells how many seconds have passed since. Unmoved by changes of any clock. */
export type Stopwatch = () => () => number;
