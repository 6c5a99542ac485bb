package trading.system.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import trading.system.load.Line.Purpose;

/**
 * Clients who keep up a steady load, and never forget an order: what is not answered is sent again with the same client
 * order id, until it is answered. They also repeat what was answered, as it was or with another price, use client order ids
 * for other products too, and cancel.
 *
 * <p>One thread keeps the pace; each request has a virtual thread of its own. Any thread may call the public methods.
 */
public final class Load implements AutoCloseable {

    private static final Duration TICK = Duration.ofMillis(100);
    private static final int TICKS = 10;
    private static final Duration PAUSE = Duration.ofMillis(500);
    /** What the gateway asks of those it refuses; they wait longer each time. */
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(8);
    private static final Duration LAST_WORDS = Duration.ofSeconds(2);
    private static final int MAX_REQUESTS = 64;
    /**
     * New orders of so long a time may wait to be sent again; then there are none until fewer wait. Those that are refused for
     * minutes would otherwise come by the ten thousand, and keep a small machine from ever taking them.
     */
    private static final Duration MOST_WAITING = Duration.ofSeconds(10);
    private static final int MAX_LINES = 1_000;
    private static final int MAX_DOUBLINGS = 10;

    private static final double REPEATED = 0.02;
    private static final double CHANGED = 0.01;
    private static final double PRODUCT_CHANGED = 0.01;
    private static final double CANCELLED = 0.05;
    /** Of those who are refused: they try elsewhere. */
    private static final double IMPATIENT = 0.05;

    private static final int CONFLICT = 422;
    private static final int UNAVAILABLE = 503;
    private static final int TIMED_OUT = 504;

    private final Gateway gateway;
    private final Ticks newOrders;
    private final long mostWaiting;
    private final RandomOrders randomOrders;
    private final SplittableRandom random;
    private final LoadFigures figures = new LoadFigures();
    private final ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor();
    private final Semaphore slots = new Semaphore(MAX_REQUESTS);
    private final Thread pace = Thread.ofPlatform().name("load").daemon().unstarted(this::run);

    private final Object lock = new Object();
    private final PriorityQueue<Due> due = new PriorityQueue<>(Comparator.comparingLong(Due::atNanos));
    private List<ClientOrder> memory = new ArrayList<>();
    private int unsettled;
    private boolean sending;
    private volatile boolean closed;

    /** Something to send from a moment on. */
    private record Due(long atNanos, Line line) {}

    /**
     * @param gateway {@code http://HOST:PORT}
     * @param perSecond new orders
     * @param run makes client order ids differ from those of other runs
     */
    public Load(String gateway, int perSecond, int products, long seed, String run) {
        this.gateway = new Gateway(gateway);
        this.newOrders = new Ticks(perSecond, TICKS);
        this.mostWaiting = perSecond * MOST_WAITING.toSeconds();
        this.randomOrders = new RandomOrders(seed, run, products);
        this.random = new SplittableRandom(seed + 1);
        pace.start();
    }

    /** New orders from now on. */
    public void begin() {
        synchronized (lock) {
            sending = true;
        }
    }

    /** No new orders from now on. */
    public void pause() {
        synchronized (lock) {
            sending = false;
        }
    }

    /**
     * Waits until every order has been answered.
     *
     * @return whether that happened within the limit
     */
    public boolean awaitAnswers(Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (System.nanoTime() < deadline) {
            synchronized (lock) {
                if (unsettled == 0 && due.isEmpty()) {
                    return true;
                }
            }
            Thread.sleep(TICK);
        }
        return false;
    }

    /** What clients remember since this was called last. Only for a load that was paused and answered. */
    public List<ClientOrder> recall() {
        synchronized (lock) {
            List<ClientOrder> remembered = memory;
            memory = new ArrayList<>();
            due.clear();
            return remembered;
        }
    }

    public LoadFigures figures() {
        return figures;
    }

    @Override
    public void close() {
        closed = true;
        pace.interrupt();
        requests.shutdownNow();
        gateway.close();
        try {
            pace.join(LAST_WORDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            keepPace();
        } catch (Throwable e) {
            died(e);
        }
    }

    /** Whoever sends no more looks like a pipeline with which all is well. */
    private void died(Throwable e) {
        if (!closed) {
            figures.complain("load: " + e + " (expected: to go on until it is closed)");
        }
    }

    private void keepPace() {
        long nextNanos = System.nanoTime();
        while (!closed) {
            List<Line> lines = dueNow();
            if (!lines.isEmpty()) {
                requests.execute(() -> send(lines));
            }
            nextNanos = Math.max(nextNanos + TICK.toNanos(), System.nanoTime());
            try {
                Thread.sleep(Duration.ofNanos(nextNanos - System.nanoTime()));
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** What is to be sent now; nothing while as many requests as may be are waiting for answers, and none new while too many wait. */
    private List<Line> dueNow() {
        List<Line> lines = new ArrayList<>();
        synchronized (lock) {
            if (closed || !slots.tryAcquire()) {
                return lines;
            }
            long now = System.nanoTime();
            while (lines.size() < MAX_LINES && !due.isEmpty() && due.element().atNanos() <= now) {
                lines.add(due.remove().line());
            }
            if (sending && lines.size() < MAX_LINES) {
                int come = newOrders.next();
                if (lines.size() + due.size() + unsettled < mostWaiting) {
                    for (int left = come; left > 0; left--) {
                        lines.add(Line.place(remember(randomOrders.next())));
                    }
                } else {
                    figures.heldBack.add(come);
                }
            }
            unsettled += lines.size();
        }
        if (lines.isEmpty()) {
            slots.release();
        }
        return lines;
    }

    private ClientOrder remember(ClientOrder order) {
        memory.add(order);
        return order;
    }

    private void send(List<Line> lines) {
        try {
            List<Answer> answers = gateway.send(lines);
            for (int i = 0; i < lines.size(); i++) {
                settle(lines.get(i), answers.get(i));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Throwable e) {
            died(e);
        } finally {
            synchronized (lock) {
                unsettled -= lines.size();
            }
            slots.release();
        }
    }

    private void settle(Line line, Answer answer) {
        switch (answer) {
            case Answer.Accepted accepted -> accepted(line, accepted.id());
            case Answer.Problem problem -> settle(line, problem);
            case Answer.None() -> {
                figures.noAnswer.increment();
                again(line);
            }
            case Answer.Nonsense nonsense -> {
                figures.complain(line.order() + ", " + line.purpose() + ": " + nonsense.text() + " (expected: JSON)");
                again(line);
            }
        }
    }

    private void settle(Line line, Answer.Problem problem) {
        switch (problem.status()) {
            case UNAVAILABLE -> {
                figures.refused(problem.type());
                refused(line);
            }
            case TIMED_OUT -> {
                figures.outcomeUnknown.increment();
                again(line);
            }
            case CONFLICT -> {
                if (line.purpose() == Purpose.CHANGE_PRICE) {
                    figures.changedPriceRefused.increment();
                } else {
                    complain(line, problem, "no 422");
                }
            }
            default -> complain(line, problem, "accepted, 503 or 504");
        }
    }

    private void complain(Line line, Answer.Problem problem, String expected) {
        figures.complain(
                line.order() + ", " + line.purpose() + ": " + problem.text() + " (expected: " + expected + ")");
    }

    private void accepted(Line line, UUID id) {
        if (line.purpose() == Purpose.CANCEL) {
            String wrong = line.order().cancelAccepted(id);
            if (wrong != null) {
                figures.complain(wrong);
            }
            return;
        }
        boolean isNew = !line.order().isAccepted();
        String wrong = line.order().accepted(id);
        if (wrong != null) {
            figures.complain(wrong);
        }
        if (isNew) {
            figures.accepted.increment();
            followUp(line.order());
        }
    }

    private void refused(Line line) {
        int inVain = 1;
        if (line.purpose() == Purpose.PLACE) {
            synchronized (lock) {
                inVain = line.order().refused(random.nextDouble() < IMPATIENT);
            }
        }
        if (inVain != ClientOrder.GIVEN_UP) {
            sendAgain(line, RETRY_AFTER, inVain);
        }
    }

    private void again(Line line) {
        sendAgain(line, PAUSE, line.purpose() == Purpose.PLACE ? line.order().perhapsTaken() : 1);
    }

    /** The more often it was sent in vain, the longer the pause. */
    private void sendAgain(Line line, Duration firstPause, int inVain) {
        figures.sentAgain.increment();
        long millis = firstPause.toMillis() << Math.min(inVain - 1, MAX_DOUBLINGS);
        sendLater(line, Math.min(millis, LONGEST_PAUSE.toMillis()));
    }

    /** What clients do about an order of theirs later on. */
    private void followUp(ClientOrder order) {
        synchronized (lock) {
            if (!sending) {
                return;
            }
            double what = random.nextDouble();
            long whenMillis = random.nextLong(5_000);
            if ((what -= REPEATED) < 0) {
                figures.repeatedAnswered.increment();
                order.usedAgain();
                sendLater(Line.repeat(order), whenMillis);
            } else if ((what -= CHANGED) < 0) {
                figures.changedPrice.increment();
                order.usedAgain();
                sendLater(Line.changePrice(order), whenMillis);
            } else if ((what -= PRODUCT_CHANGED) < 0) {
                if (order.isTwin()) {
                    return;
                }
                figures.changedProduct.increment();
                order.usedAgain();
                sendLater(Line.place(remember(randomOrders.forOtherProduct(order))), whenMillis);
            } else if (what - CANCELLED < 0) {
                figures.cancels.increment();
                order.cancelSent();
                sendLater(Line.cancel(order), whenMillis);
            }
        }
    }

    private void sendLater(Line line, long millis) {
        synchronized (lock) {
            due.add(new Due(System.nanoTime() + Duration.ofMillis(millis).toNanos(), line));
        }
    }
}
