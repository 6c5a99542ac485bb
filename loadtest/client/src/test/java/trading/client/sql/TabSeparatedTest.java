package trading.client.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TabSeparatedTest {

    @Test
    void escapesWhatWouldBreakALine() {
        assertThat(TabSeparated.field("a\tb\nc\\d\0e")).isEqualTo("a\\tb\\nc\\\\d\\0e");
    }

    @Test
    void writesNullAsMysqlDoes() {
        assertThat(TabSeparated.field(null)).isEqualTo("NULL");
        assertThat(TabSeparated.field("")).isEmpty();
    }
}
