package trading.client.profile;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Which threads a process's samples are of; threads that differ by a number only are one.
 *
 * @param samples of all threads
 * @param shares of each kind of thread, from 0 to 1, the greatest first
 */
record ThreadShares(long samples, List<Share> shares) {

    private static final Pattern THREAD_ID = Pattern.compile(" tid=\\d+");
    private static final Pattern INSTANCE = Pattern.compile("-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[-#_ ]?\\d+$");
    private static final String NO_THREAD = "other";

    /** What threads of this name took of the samples. */
    record Share(String thread, double share) {}

    /**
     * From async-profiler's collapsed stacks.
     *
     * @param stacks frames with semicolons between them, the thread's name in brackets first, and then a space and how many
     *            samples are of it
     */
    static ThreadShares of(List<String> stacks) {
        Map<String, Long> counts = new HashMap<>();
        for (String stack : stacks) {
            int space = stack.lastIndexOf(' ');
            if (space > 0) {
                counts.merge(thread(stack), Long.parseLong(stack.substring(space + 1)), Long::sum);
            }
        }
        long all = counts.values().stream().mapToLong(Long::longValue).sum();
        return new ThreadShares(all,
                counts.entrySet().stream().map(entry -> new Share(entry.getKey(), (double) entry.getValue() / all))
                        .sorted(Comparator.comparingDouble(Share::share).reversed()).toList());
    }

    private static String thread(String stack) {
        int end = stack.indexOf(';');
        String first = end < 0 ? stack : stack.substring(0, end);
        if (!first.startsWith("[") || !first.endsWith("]")) {
            return NO_THREAD;
        }
        String name = THREAD_ID.matcher(first.substring(1, first.length() - 1)).replaceAll("");
        return INSTANCE.matcher(name).replaceAll("");
    }
}
